-- The table of passkeys that @auth/drizzle-adapter defines for MySQL when none is passed.
CREATE TABLE authenticator (
  credentialID VARCHAR(255) NOT NULL UNIQUE,
  userId VARCHAR(255) NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  providerAccountId VARCHAR(255) NOT NULL,
  credentialPublicKey VARCHAR(255) NOT NULL,
  counter INT NOT NULL,
  credentialDeviceType VARCHAR(255) NOT NULL,
  credentialBackedUp BOOLEAN NOT NULL,
  transports VARCHAR(255),
  PRIMARY KEY (userId, credentialID)
);
