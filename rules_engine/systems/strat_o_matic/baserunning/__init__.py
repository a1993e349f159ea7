"""Baserunning without a ball in play: steals, leads, holds and pickoffs.

`chances.py` computes the safe chances of all runners, including those on a ball in play.
"""
