import { configurationError } from "../program/exit-code.ts"
import type { Fields } from "../users/people.ts"
import type { OpenAuth } from "./open-auth.ts"

/** Whether users have the fields of the plugin admin. */
export const canBan = ({ rows }: OpenAuth): boolean =>
  rows.hasField("user", "banned") && rows.hasField("user", "banExpires")

/** Whether a user is banned, as the plugin admin decides it. */
export function isBanned({ banned, banExpires }: Fields, now: number): boolean {
  const isOver = banExpires instanceof Date && banExpires.getTime() < now
  return banned === true && !isOver
}

/** Bans a user without an end. A ban keeps its reason. */
export async function banUser(auth: OpenAuth, user: Fields, now: number): Promise<boolean> {
  const admin = auth.context.options.plugins?.find(({ id }) => id === "admin")
  const { defaultBanReason } = Object(admin?.options) as { readonly defaultBanReason?: string }
  const isKept = isBanned(user, now) && typeof user["banReason"] === "string"
  const banReason = isKept ? user["banReason"] : (defaultBanReason ?? "No reason")
  return setBan(auth, user, { banned: true, banReason, banExpires: null })
}

export const unbanUser = (auth: OpenAuth, user: Fields): Promise<boolean> =>
  setBan(auth, user, { banned: false, banReason: null, banExpires: null })

/** Returns whether the ban is now as given: a database hook of the application may refuse it. */
async function setBan(auth: OpenAuth, { id }: Fields, ban: Fields): Promise<boolean> {
  const row = (await auth.context.internalAdapter.updateUser(String(id), {
    ...ban,
    updatedAt: new Date(),
  })) as Fields | null
  return row?.["banned"] === ban["banned"]
}

/** Throws for options without the plugin admin. */
export function checkBans(auth: OpenAuth): void {
  if (canBan(auth)) return
  throw configurationError(
    "Users have no ban: add the plugin admin() of better-auth/plugins to betterAuth({ plugins: […] }), and run migrate --better-auth.",
  )
}
