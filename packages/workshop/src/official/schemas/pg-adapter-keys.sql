-- The keys, owners and indexes that those tables lack.
ALTER TABLE users ADD UNIQUE (email);
ALTER TABLE accounts ADD UNIQUE (provider, "providerAccountId");
ALTER TABLE accounts ADD FOREIGN KEY ("userId") REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE sessions ADD UNIQUE ("sessionToken");
ALTER TABLE sessions ADD FOREIGN KEY ("userId") REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX ON accounts ("userId");
CREATE INDEX ON sessions ("userId");
