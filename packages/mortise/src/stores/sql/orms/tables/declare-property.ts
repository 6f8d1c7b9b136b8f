import type { Kind } from "../../../../contract/fields.ts"
import type { DeclareColumn } from "./managed-tables.ts"

const types: Readonly<Record<Kind, readonly [type: string, inJavaScript: string]>> = {
  text: ["text", "string"],
  date: ["datetime", "Date"],
  integer: ["bigint", "number"],
  number: ["double", "number"],
  boolean: ["boolean", "boolean"],
  json: ["json", "object"],
}

/** A column as a property of a MikroORM entity. */
export const declareProperty: DeclareColumn = ({ field, kind, notNull }) => {
  const [type, inJavaScript] = types[kind]
  const options = [`type: "${type}"`, kind === "date" && "length: 3", !notNull && "nullable: true"]
  return `@Property({ ${options.filter(Boolean).join(", ")} }) ${field}${notNull ? "!" : "?"}: ${inJavaScript}`
}
