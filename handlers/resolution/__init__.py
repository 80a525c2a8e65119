"""What is done as an ability resolves (608.2): whom its instructions name, what is chosen, and each instruction carried out."""
