"""Runners without a ball in play: steals, leads, holds and pickoffs."""
