"""Learn to attack and block against `greedy`: a policy gradient whose actions are masked by the exact model.

    python learning.py --seed 1 --games 4000 --curve curve-1.csv

NumPy is all it takes besides the extra `rl`. The network sees, for each open action, the creature that is decided about, what it
would be declared for, and the sums over both players' creatures; it gives one number, and actions are drawn by their softmax. The
gradient is that of the reward less what a second network expects of the board, with a bonus for trying things, clipped as by PPO
(Schulman and others 2017); Adam follows it. What life and creatures a declaration gains or costs counts at once, not only as the
game ends: a shaping by a potential, which changes nothing of what is best (Ng and others 1999).
"""

import argparse
import csv
import time
from itertools import pairwise

import numpy as np
from declarant.envs import VectorCombat
from declarant.tools.environments.deciding import GLOBAL, SEEN

DECIDED_ABOUT = 10  # the number of a permanent that says whether it is decided about
PRESENT, MINE, PLAYER, LIFE, POWER, TOUGHNESS = 0, 1, 2, 3, 3, 4
RATE = 1e-3  # how far a step goes at first: less and less by the end
EPOCHS, CLIP = 4, 0.2  # how often what was played is gone through, and how far a choice's probability goes from what it was


def features(observation, mask):
    """A row for each open action: whose decision, the creature, the target, the sums over both sides; and whose row it is."""
    things = observation[:, GLOBAL:].reshape(len(observation), -1, SEEN)
    deciding = (things * things[:, :, DECIDED_ABOUT : DECIDED_ABOUT + 1]).sum(1)
    creature = 1 - things[:, :, PLAYER : PLAYER + 1]
    mine = (things * things[:, :, MINE : MINE + 1] * creature).sum(1)
    theirs = (things * (1 - things[:, :, MINE : MINE + 1]) * creature).sum(1)
    life = things[:, :2, 3] * (2 * things[:, :2, MINE] - 1)
    board = np.concatenate([observation[:, :GLOBAL], np.sort(life, axis=1), mine, theirs], axis=1)
    row, action = np.nonzero(mask)
    nothing = np.zeros((len(things), 1, SEEN), things.dtype)
    target = np.concatenate([nothing, things], axis=1)[row, action]
    chosen = np.concatenate([board[row], deciding[row], target, (action == 0)[:, None]], axis=1)
    return board, chosen.astype(np.float32), row, action


def potential(observation):
    """How much more life and creatures the player has than the other, in parts of a game: 40 life are a game, or 33 of power and
    toughness."""
    things = observation[:, GLOBAL:].reshape(len(observation), -1, SEEN)
    mine = (2 * things[:, :, MINE] - 1) * things[:, :, PRESENT]
    life = (mine * things[:, :, LIFE] * things[:, :, PLAYER]).sum(1)
    size = (mine * (things[:, :, POWER] + things[:, :, TOUGHNESS]) * (1 - things[:, :, PLAYER])).sum(1)
    return 0.5 * life + 0.3 * size


class Network:
    """Two hidden layers, one number out, trained by Adam."""

    def __init__(self, inputs, random, hidden=64):
        sizes = [inputs, hidden, hidden, 1]
        self.weights = [random.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in pairwise(sizes)] + [
            np.zeros(b, np.float32) for b in sizes[1:]
        ]
        self.weights[2] *= 0.01
        self.rate, self.steps = RATE, 0
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]

    def __call__(self, x):
        a, b, c, d, e, f = self.weights
        first = np.maximum(x @ a + d, 0)
        second = np.maximum(first @ b + e, 0)
        return (second @ c + f)[:, 0], (x, first, second)

    def follow(self, seen, gradient):
        """A step against the gradient by the output."""
        _, b, c, *_ = self.weights
        x, first, second = seen
        out = gradient[:, None].astype(np.float32)
        back2 = (out @ c.T) * (second > 0)
        back1 = (back2 @ b.T) * (first > 0)
        gradients = [x.T @ back1, first.T @ back2, second.T @ out, back1.sum(0), back2.sum(0), out.sum(0)]
        self.steps += 1
        for each, gradient_of, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean += 0.1 * (gradient_of - mean)
            square += 0.001 * (gradient_of**2 - square)
            scale = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            each -= self.rate * scale * mean / (np.sqrt(square) + 1e-8)


def softmax(logits, row, rows):
    """The probabilities of the open actions of each decision."""
    top = np.full(rows, -np.inf)
    np.maximum.at(top, row, logits)
    weight = np.exp(logits - top[row])
    return weight / np.bincount(row, weight, rows)[row]


def draw(probability, row, rows, random):
    """The place of one of each decision's actions, drawn."""
    total = np.cumsum(probability)
    before = np.concatenate([[0], total[np.nonzero(np.diff(row))[0]]])
    return np.minimum(
        np.searchsorted(total, before + random.random(rows) * 0.999999), np.searchsorted(row, np.arange(rows), "right") - 1
    )


def learn(seed, games, minutes, environments=32, horizon=32, discount=0.99, decay=0.95, bonus=0.01, size=3, workers=2):
    """Learn from so many games, for so many minutes at most. Returns the curve: games, seconds, what was won of the last 500."""
    random = np.random.default_rng(seed)
    envs = VectorCombat(environments, "greedy", workers=workers, size=size)
    seen, info = envs.reset(seed=seed * 1_000_000)
    board, chosen, *_ = features(seen["observation"], info["action_mask"])
    actor, critic = Network(chosen.shape[1], random), Network(board.shape[1], random)
    results, curve, begun, steps = [], [], time.monotonic(), 0
    while (past := max((time.monotonic() - begun) / 60 / minutes, len(results) / games)) < 1:
        actor.rate = critic.rate = RATE * (1 - past)
        kept, rewards, overs, values = [], [], [], []
        for _ in range(horizon):
            board, chosen, row, action = features(seen["observation"], info["action_mask"])
            logits, _ = actor(chosen)
            taken = draw(softmax(logits, row, environments), row, environments, random)
            values.append(critic(board)[0])
            stood = potential(seen["observation"])
            kept.append((board, chosen, row, taken))
            seen, reward, ended, truncated, info = envs.step(action[taken])
            over = ended | truncated
            rewards.append(reward + np.where(over, 0, discount * potential(seen["observation"])) - stood)
            overs.append(over)
            results += [float(each) for each in reward[over]]
            steps += environments
        values.append(critic(features(seen["observation"], info["action_mask"])[0])[0])
        advantage, advantages = np.zeros(environments), [None] * horizon
        for at in reversed(range(horizon)):
            left = 1 - overs[at]
            error = rewards[at] + discount * left * values[at + 1] - values[at]
            advantage = advantages[at] = error + discount * decay * left * advantage
        flat = np.concatenate(advantages)
        spread = flat.std() + 1e-8
        before = [None] * horizon
        for at in [at for _ in range(EPOCHS) for at in random.permutation(horizon)]:
            board, chosen, row, taken = kept[at]
            logits, through = actor(chosen)
            probability = softmax(logits, row, environments)
            log = np.log(probability + 1e-9)
            before[at] = log[taken] if before[at] is None else before[at]
            ratio = np.exp(log[taken] - before[at])
            weight = (advantages[at] - flat.mean()) / spread
            weight = weight * ratio * ((weight > 0) & (ratio < 1 + CLIP) | (weight < 0) & (ratio > 1 - CLIP))
            was_taken = np.zeros(len(row))
            was_taken[taken] = 1
            entropy = -np.bincount(row, probability * log, environments)
            gradient = -weight[row] * (was_taken - probability) + bonus * probability * (log + entropy[row])
            actor.follow(through, gradient / environments)
            expected, through = critic(board)
            critic.follow(through, (expected - (values[at] + advantages[at])) / environments)
        if last := results[-500:]:
            won, lost = last.count(1.0) / len(last), last.count(-1.0) / len(last)
            curve.append((len(results), round(time.monotonic() - begun, 1), won, lost))
            if len(curve) % 20 == 1:
                print(f"{len(results):7,} games, {curve[-1][1]:6.0f} s: won {won:.3f}, lost {lost:.3f}; {steps:,} steps")
    envs.close()
    return curve


def main():
    """Learn, and write the curve."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=4_000)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--curve", default="curve.csv")
    given = asked.parse_args()
    curve = learn(given.seed, given.games, given.minutes)
    with open(given.curve, "w", newline="") as file:
        csv.writer(file).writerows([("games", "seconds", "won", "lost"), *curve])
    games, _, won, lost = curve[-1]
    print(f"{games:,} games; of the last 500 won {won:.3f}, lost {lost:.3f}")


if __name__ == "__main__":
    main()
