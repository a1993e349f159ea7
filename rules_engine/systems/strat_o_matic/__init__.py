"""The Strat-O-Matic system, with the Basic, Advanced, Super Advanced, STAR and Senior Seminar rulesets."""
