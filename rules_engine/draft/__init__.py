"""The draft: whose turn it is, the rolls for slots, what a pick may be, and a drafter for teams without a manager."""
