import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What a configuration file of wrangler says about stores. */
export type WranglerFile = NonNullable<Readonly<ReturnType<typeof readWranglerFile>>>

/** A D1 database that a worker reaches as `env[binding]`. */
export type D1Binding = {
  readonly binding: string
  /** The folder of its migrations. */
  readonly migrations: string
}

const names = ["wrangler.json", "wrangler.jsonc", "wrangler.toml"]

/** Reads the configuration of wrangler in a folder, if there is one. Its named environments are left out. */
export function readWranglerFile(folder: string) {
  const name = names.find((fileName) => existsSync(join(folder, fileName)))
  if (name === undefined) return undefined
  const text = readFileSync(join(folder, name), "utf8")
  const config = name.endsWith(".toml") ? tomlTables(text.replace(/^\s*#.*$/gm, "")) : parseJsonc(text)
  const classes = config.migrations?.flatMap(({ new_sqlite_classes: added = [] }) => added) ?? []
  const isStore = (className = "") => classes.includes(className)
  return {
    name,
    databases: (config.d1_databases ?? []).map(
      ({ binding = "", migrations_dir: migrations = "migrations" }): D1Binding => ({ binding, migrations }),
    ),
    /** The bindings of Durable Objects whose classes have SQLite. */
    objects: (config.durable_objects?.bindings ?? [])
      .filter(({ class_name }) => isStore(class_name))
      .map(({ name: binding = "" }) => binding),
  }
}

type Config = {
  readonly d1_databases?: readonly { readonly binding?: string; readonly migrations_dir?: string }[]
  readonly migrations?: readonly { readonly new_sqlite_classes?: readonly string[] }[]
  readonly durable_objects?: {
    readonly bindings?: readonly { readonly name?: string; readonly class_name?: string }[]
  }
}

const textOrComment = /("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g
const textOrComma = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g

/** JSON with comments and trailing commas. An invalid file says nothing: wrangler reports it. */
function parseJsonc(text: string): Config {
  try {
    return JSON.parse(text.replace(textOrComment, "$1").replace(textOrComma, "$1"))
  } catch {
    return {}
  }
}

/** The tables of a TOML file that are about stores, as they are usually written. */
function tomlTables(text: string): Config {
  const sections = text.split(/^\s*(?=\[)/m)
  const findSections = (header: string) =>
    sections.filter((section) => section.replaceAll(/\s/g, "").startsWith(`[[${header}]]`))
  const value = (section: string, key: string) =>
    new RegExp(`\\b${key}\\s*=\\s*["']([^"']*)["']`).exec(section)?.[1] ?? ""
  const parseStrings = (list: string) => [...list.matchAll(/["']([^"']+)["']/g)].map(([, item = ""]) => item)
  const objects = /^\s*\[durable_objects\]\s*([\s\S]*?)(?=^\s*\[(?!\[)|$(?![\s\S]))/m.exec(text)?.[1] ?? ""
  const inline = [...objects.matchAll(/\{([^}]*)\}/g)].map(([, table = ""]) => table)
  return {
    d1_databases: findSections("d1_databases").map((section) => ({
      binding: value(section, "binding"),
      ...(value(section, "migrations_dir") && { migrations_dir: value(section, "migrations_dir") }),
    })),
    migrations: findSections("migrations").map((section) => ({
      new_sqlite_classes: parseStrings(/\bnew_sqlite_classes\s*=\s*\[([^\]]*)\]/.exec(section)?.[1] ?? ""),
    })),
    durable_objects: {
      bindings: [...findSections("durable_objects.bindings"), ...inline].map((section) => ({
        name: value(section, "name"),
        class_name: value(section, "class_name"),
      })),
    },
  }
}
