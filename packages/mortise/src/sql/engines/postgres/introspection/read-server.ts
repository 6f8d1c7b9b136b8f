import type { Introspection, ServerFault } from "../../../introspection/introspection.ts"

const effects: Readonly<Record<string, string>> = {
  fsync: "a power loss can destroy the whole database.",
  full_page_writes: "a power loss can destroy pages of a table.",
  synchronous_commit:
    "a crash of the server can undo the last changes, so that what was revoked or used is valid again.",
}

/** The clock, and the settings that decide whether a committed change survives a power loss. */
export const readServer: Introspection["readServer"] = async (ask) => {
  const names = Object.keys(effects)
  const [row = []] = await ask(
    `SELECT ${names.map((name) => `current_setting('${name}')`).join(", ")}, extract(epoch FROM clock_timestamp()) * 1000`,
  )
  const faults = names.flatMap((name, index): ServerFault[] =>
    row[index] === "off" ? [createFault(name)] : [],
  )
  return { now: Number(row[names.length]), faults }
}

const createFault = (name: string): ServerFault => ({
  code: "not_durable",
  why: `${name} is off: ${effects[name]}`,
  fix: [`ALTER SYSTEM SET ${name} = on`, "SELECT pg_reload_conf()"],
})
