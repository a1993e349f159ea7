"""Who may play, pitch, enter or leave, and what follows when somebody did who might not."""
