export type { BetterAuthStorage } from "../contract/auth-storage.ts"
export { type Database, type DatabaseOptions, mortiseDatabase } from "./database.ts"
export { mortiseStorage, type StorageOptions } from "./storage/mortise-storage.ts"
