import type { DateStorage, Kind } from "../../../../contract/fields.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^(bool|boolean|tinyint\(1\))$/, "boolean"],
  [/^(small|medium|big|tiny)?(int|integer|serial)\d?( unsigned)?$/, "integer"],
  [/^(numeric|decimal|dec|real|float\d?|double( precision)?)( unsigned)?$/, "number"],
  [/^(timestamp|datetime)/, "date"],
  [/^jsonb?$/, "json"],
  [
    /^(text|(tiny|medium|long)text|citext|uuid|n?(var)?char|character( varying)?|enum|set|string|clob)$/,
    "text",
  ],
]

// Clients return them as objects or bytes, which a field cannot hold.
const unsupported =
  /\[\]$|^(bytea|(tiny|medium|long)?blob|(var)?binary|bit( varying)?|date|time|timetz|interval|year|point|line|polygon|geometry|vector|halfvec|sparsevec)\b/

/** The kind of field that a column holds, or `undefined` if it can hold none. An unknown type name is an enum's. */
export function findKind({ kind, type }: OrmColumn): Kind | undefined {
  if (kind === "opaque" || unsupported.test(type)) return undefined
  if (kind) return kind
  const bare = /^tinyint\(1\)/.test(type) ? "tinyint(1)" : type.replace(/\s*\([^)]*\)/, "")
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? "text"
}

/**
 * How a date column represents its dates, or `undefined` if its type holds dates in no known form. A column without a
 * time zone holds UTC, as every ORM writes it. A text column holds dates only if the ORM declares how.
 */
export function findDateStorage(
  engine: EngineName,
  { type, stored }: Pick<OrmColumn, "type" | "stored">,
): DateStorage | undefined {
  if (stored) return stored
  const digits = Number(/\((\d+)\)/.exec(type)?.[1] ?? 0)
  const bare = type.replace(/\s*\(\d+\)/, "")
  if (engine === "postgres") {
    if (/^(timestamptz|timestamp with time zone)$/.test(bare)) return "native"
    return /^timestamp( without time zone)?$/.test(bare) ? "utc" : undefined
  }
  if (engine === "mysql") {
    if (!/^(datetime|timestamp)$/.test(bare)) return undefined
    if (digits === 0) return "seconds"
    return bare === "timestamp" ? "utc" : "native"
  }
  // SQLite has no date type: milliseconds in an integer column.
  return /int|datetime|timestamp|numeric/.test(bare) ? "native" : undefined
}
