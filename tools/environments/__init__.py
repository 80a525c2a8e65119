"""Combats as environments for reinforcement learning: `declarant.envs`."""
