export { type Database, type DatabaseOptions, mortiseDatabase } from "./database.ts"
export { type BetterAuthStorage, mortiseStorage, type StorageOptions } from "./storage/mortise-storage.ts"
