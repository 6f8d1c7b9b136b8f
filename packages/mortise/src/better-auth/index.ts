export { type BetterAuthStorage, mortiseStorage, type StorageOptions } from "./storage/mortise-storage.ts"
