"""How combat damage may be assigned (510.1a–d): read off a view, and what of it is legal."""
