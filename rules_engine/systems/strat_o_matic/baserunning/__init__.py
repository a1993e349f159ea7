"""Baserunning without a ball in play: steals, leads, holds, pickoffs, and the safe chances of all runners."""
