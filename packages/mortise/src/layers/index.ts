export { type HashedSessionsOptions, hashedSessions } from "./hashed-sessions.ts"
export type { PlainRows } from "./plain-rows.ts"
