export { mortiseStorage, type StorageOptions } from "./storage/mortise-storage.ts"
