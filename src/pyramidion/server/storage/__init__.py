"""Truth on disk. SQL is written here and nowhere else."""
