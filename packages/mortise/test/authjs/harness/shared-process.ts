/**
 * A setting of Auth.js for test files that share a process: it remembers that one application had passkeys, and then
 * refuses every other without this setting.
 */
export const sharedProcess = { experimental: { enableWebAuthn: true } } as const
