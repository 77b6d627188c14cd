"""What a coup is: cards, drawing rules, bets, tables and exact odds."""
