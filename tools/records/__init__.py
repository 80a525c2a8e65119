"""Games that other programs recorded, and how they are kept in a journal: 17Lands' replay data, logs of Forge, records of XMage.

MTG Arena's logs have a room of their own, `tools.arena`.
"""
