"""Records that grow, tested after every night: evidence that stays valid at every look."""

from baccarat.evidence.monitor.alerts import alerts
from baccarat.evidence.monitor.arrivals import Update
from baccarat.evidence.monitor.contexts import HYPOTHESES
from baccarat.evidence.monitor.evalues import (
    confidence_sequence,
    discoveries,
    log_e_value,
    log_order_e_value,
)
from baccarat.evidence.monitor.looking import FalseAlarms, false_alarms
from baccarat.evidence.monitor.monitor import Monitor

__all__ = [
    "HYPOTHESES",
    "FalseAlarms",
    "Monitor",
    "Update",
    "alerts",
    "confidence_sequence",
    "discoveries",
    "false_alarms",
    "log_e_value",
    "log_order_e_value",
]
