import { onStore } from "../configuration/open-store.ts"
import type { People } from "./people.ts"

/** What the options of a command name. */
export type Files = Readonly<Record<"config" | "better-auth" | "tenant", string | undefined>>

/** Opens what the options of a command name, runs a task on its users, and closes it. */
export async function onPeople<T>(
  { config, "better-auth": file, tenant }: Files,
  task: (people: People) => Promise<T>,
): Promise<T> {
  if (file === undefined) {
    const { storePeople } = await import("./store-people.ts")
    return onStore(config, (store) => task(storePeople(store)), { tenant })
  }
  const { onAuth } = await import("../better-auth/load-auth.ts")
  const { authPeople } = await import("../better-auth/auth-people.ts")
  const { openAuth } = await import("../better-auth/open-auth.ts")
  return onAuth({ file, config }, { tenant }, async (auth) => task(authPeople(await openAuth(auth))))
}
