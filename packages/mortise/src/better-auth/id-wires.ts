/** The representations of ids that Better Auth knows as texts, in columns of other types. */

const isUuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

export const uuidWire = {
  selectColumn: (column: string) => column,
  parameter: (position: number) => `$${position}::text::uuid`,
  member: "uuid",
  to: (_kind: string, value: unknown) =>
    typeof value === "string" && isUuid.test(value) ? value.toLowerCase() : undefined,
  from: (_kind: string, stored: unknown) => String(stored),
}

const isDecimal = /^-?\d{1,35}(\.\d{1,30})?$/

/** Such an id may be longer than the numbers of JavaScript, so it is sent and read as a text. */
const asText = {
  to: (_kind: string, value: unknown) => (isDecimal.test(String(value)) ? String(value) : undefined),
  from: (_kind: string, stored: unknown) => String(stored),
}

/** PostgreSQL. */
export const numericWire = {
  ...asText,
  selectColumn: (column: string) => `${column}::text`,
  parameter: (position: number) => `$${position}::text::numeric`,
  member: "numeric",
}

/** MySQL and MariaDB. */
export const decimalWire = {
  ...asText,
  selectColumn: (column: string) => `CAST(${column} AS CHAR)`,
  parameter: () => "CAST(? AS DECIMAL(65, 30))",
}
