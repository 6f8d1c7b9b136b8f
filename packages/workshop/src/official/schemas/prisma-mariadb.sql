-- The tables of mysql.prisma, as the engine of Prisma would create them. The engine is not on npm.
CREATE TABLE `User` (
  id VARCHAR(191) PRIMARY KEY,
  name VARCHAR(191),
  username VARCHAR(191) UNIQUE,
  email VARCHAR(191) UNIQUE,
  emailVerified DATETIME(3),
  image VARCHAR(191),
  createdAt DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updatedAt DATETIME(3) NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE `Account` (
  id VARCHAR(191) PRIMARY KEY,
  userId VARCHAR(191) NOT NULL UNIQUE,
  type VARCHAR(191) NOT NULL,
  provider VARCHAR(191) NOT NULL,
  providerAccountId VARCHAR(191) NOT NULL,
  refresh_token TEXT,
  access_token TEXT,
  expires_at INTEGER,
  token_type VARCHAR(191),
  scope VARCHAR(191),
  id_token TEXT,
  session_state VARCHAR(191),
  refresh_token_expires_in INTEGER,
  createdAt DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updatedAt DATETIME(3) NOT NULL,
  UNIQUE (provider, providerAccountId),
  INDEX (userId),
  FOREIGN KEY (userId) REFERENCES `User` (id) ON DELETE RESTRICT ON UPDATE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE `Session` (
  id VARCHAR(191) PRIMARY KEY,
  sessionToken VARCHAR(191) NOT NULL UNIQUE,
  userId VARCHAR(191) NOT NULL,
  expires DATETIME(3) NOT NULL,
  createdAt DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updatedAt DATETIME(3) NOT NULL,
  INDEX (userId),
  FOREIGN KEY (userId) REFERENCES `User` (id) ON DELETE RESTRICT ON UPDATE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE `VerificationToken` (
  identifier VARCHAR(191) NOT NULL,
  token VARCHAR(191) NOT NULL,
  expires DATETIME(3) NOT NULL,
  UNIQUE (identifier, token)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE `Authenticator` (
  credentialID VARCHAR(191) NOT NULL UNIQUE,
  userId VARCHAR(191) NOT NULL,
  providerAccountId VARCHAR(191) NOT NULL,
  credentialPublicKey VARCHAR(191) NOT NULL,
  counter INTEGER NOT NULL,
  credentialDeviceType VARCHAR(191) NOT NULL,
  credentialBackedUp BOOLEAN NOT NULL,
  transports VARCHAR(191),
  PRIMARY KEY (userId, credentialID),
  FOREIGN KEY (userId) REFERENCES `User` (id) ON DELETE CASCADE ON UPDATE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
