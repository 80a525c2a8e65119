"""Keyword abilities: their names, what may follow them, and lists of them."""

from __future__ import annotations

from .tables import phrases, words

# Keywords that bear on declarations or trigger there (rules 702 and 701), and those that wording refers to
# ("creatures with trample"), so that a permanent can be matched by them.
PLAIN = phrases(
    """
    flying, reach, vigilance, haste, defender, menace, shadow, fear, intimidate, skulk, horsemanship,
    banding, provoke, flanking, exalted, battle cry, melee, myriad, dethrone, training, enlist, mentor,
    decayed, unleash, double team, first strike, double strike, deathtouch, lifelink, trample, hexproof,
    indestructible, shroud, infect, wither, prowess, changeling, phasing, flash
    """
)
NUMBERED = words(
    """
    bushido rampage annihilator afflict mobilize firebending frenzy toxic
    """
)
# Keywords that bear on combat damage or on what follows from it, and on no declaration: the number may be missing.
OF_DAMAGE = phrases(
    """
    trample over planeswalkers, poisonous, absorb, persist, undying, afterlife, modular, soulshift, haunt, renown, ingest,
    umbra armor, totem armor
    """
)
# Keywords that do nothing a board doesn't state; what follows the name belongs to them.
WITHOUT_BEARING = phrases(
    """
    affinity, aftermath, amplify, ascend, assist, aura swap, awaken, backup, bargain, basic landcycling, bestow,
    blitz, bloodthirst, boast, buyback, cascade, choose a background, casualty, champion, cipher, cleave, commander
    ninjutsu, companion, compleated, conspire, convoke, craft, crew, cumulative upkeep, cycling, dash, daybound,
    delve, demonstrate, devoid, devour, discover, disguise, disturb, doctor's companion, dredge, echo, embalm, emerge,
    encore, enchant, entwine, epic, equip, escalate, eternalize, evoke, evolve, exhaust, exploit, extort, fabricate,
    fading, flashback, for mirrodin, for mirrodin!, forecast, foretell, forestcycling, fortify, freerunning, friends
    forever, fuse, gift, graft, gravestorm, harmonize, hidden agenda, hideaway, impending, improvise, increment,
    islandcycling, job select, jump-start, kicker, landcycling, level up, living metal, living weapon, madness,
    mayhem, megamorph, miracle, more than meets the eye, morph, mountaincycling, multikicker, mutate, nightbound,
    ninjutsu, offspring, outlast, overload, partner, legendary partner, plainscycling, plot, power-up, prototype,
    prowl, ravenous, read ahead, ready to run, rebound, reconfigure, reinforce, replicate, retrace, riot, ripple,
    saddle, scavenge, slivercycling, sneak, soulbond, space sculptor, specialize, spectacle, splice, split second,
    spree, squad, start your engines, start your engines!, starting intensity, station, storied, storm, strive,
    sunburst, surge, suspend, swampcycling, teamwork, tiered, transfigure, transmute, tribute, typecycling, undaunted,
    unearth, vanishing, visit, ward, warp, web-slinging, wizardcycling
    """
)
