/**
 * Some adapters alter their schema on every call outside production. Peers are measured as they are
 * deployed: tables made once, then left alone. Imported for its effect, before the adapter is used.
 */
process.env.NODE_ENV = "production"
