-- The schema in the documentation of @auth/kysely-adapter, in MariaDB's types.
CREATE TABLE `User` (
  id VARCHAR(255) PRIMARY KEY DEFAULT (uuid()),
  name VARCHAR(255),
  email VARCHAR(255) NOT NULL UNIQUE,
  emailVerified DATETIME(3),
  image VARCHAR(255)
);
CREATE TABLE `Account` (
  id VARCHAR(255) PRIMARY KEY DEFAULT (uuid()),
  userId VARCHAR(255) NOT NULL REFERENCES `User` (id) ON DELETE CASCADE,
  type VARCHAR(255) NOT NULL,
  provider VARCHAR(255) NOT NULL,
  providerAccountId VARCHAR(255) NOT NULL,
  refresh_token TEXT,
  access_token TEXT,
  expires_at BIGINT,
  token_type TEXT,
  scope TEXT,
  id_token TEXT,
  session_state TEXT
);
CREATE TABLE `Session` (
  id VARCHAR(255) PRIMARY KEY DEFAULT (uuid()),
  userId VARCHAR(255) NOT NULL REFERENCES `User` (id) ON DELETE CASCADE,
  sessionToken VARCHAR(255) NOT NULL UNIQUE,
  expires DATETIME(3) NOT NULL
);
CREATE TABLE `VerificationToken` (
  identifier VARCHAR(255) NOT NULL,
  token VARCHAR(255) NOT NULL UNIQUE,
  expires DATETIME(3) NOT NULL
);
CREATE INDEX Account_userId_index ON `Account` (userId);
CREATE INDEX Session_userId_index ON `Session` (userId);
