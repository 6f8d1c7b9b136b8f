import type { Guarantee } from "../../../../contract/guarantees.ts"
import { type ContractModelName, type ModelDescription, models } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import {
  findAttribute,
  type PrismaAttribute,
  type PrismaField,
  type PrismaModel,
} from "../../../../sql/orms/prisma/prisma-schema-text.ts"
import { sqlType } from "../../../../sql/orms/prisma/prisma-types.ts"

/** Prisma's models by the contract's models. */
type FoundModels = Readonly<Partial<Record<ContractModelName, PrismaModel>>>

const owned = ["account", "session", "authenticator"] as const

/** The guarantees that the models lack, according to their keys, relations and types. */
export function findMissingInModels(
  prismaModels: FoundModels,
  engine: EngineName,
  hasForeignKeys: boolean,
): Guarantee[] {
  const { user, account, session, verificationToken } = prismaModels
  const types = (kind: string) => listTypes(prismaModels, engine, kind)
  const lacks: Readonly<Partial<Record<Guarantee, boolean>>> = {
    unique_emails: !isUnique(user, "email"),
    unique_accounts: !isUnique(account, "provider", "providerAccountId"),
    unique_sessions: !isUnique(session, "sessionToken"),
    unique_tokens:
      !isUnique(verificationToken, "identifier", "token") && !isUnique(verificationToken, "token"),
    same_token_two_identifiers: isUnique(verificationToken, "token"),
    several_accounts: isUnique(account, "userId"),
    foreign_keys:
      !hasForeignKeys || owned.some((name) => prismaModels[name] && !isRelated(prismaModels[name])),
    passkeys: !prismaModels.authenticator,
    users_without_email: findField(user, "email")?.isOptional === false,
    expires_in: !findField(account, "expires_in"),
    milliseconds: engine === "mysql" && types("date").some(([type]) => !/\([1-6]\)/.test(type)),
    far_dates: engine === "mysql" && types("date").some(([type]) => type.startsWith("timestamp")),
    // SQLite stores every integer in up to 8 bytes.
    large_numbers:
      engine !== "sqlite" &&
      [...types("number"), ...types("integer")].some(([type]) =>
        /^(small|medium|tiny)?int(eger)?\b/.test(type),
      ),
    long_text: types("text").some(([type, max]) => Number(/char\((\d+)\)/.exec(type)?.[1] ?? max) < max),
    byte_exact_keys: engine === "mysql",
  }
  return (Object.keys(lacks) as Guarantee[]).filter((name) => lacks[name])
}

const findField = (model: PrismaModel | undefined, name: string): PrismaField | undefined =>
  model?.fields.find((field) => field.name === name)

/** Whether exactly these fields are the model's id or one of its unique keys. */
function isUnique(model: PrismaModel | undefined, ...names: readonly string[]): boolean {
  if (!model) return true
  const ofFields = model.fields.filter(
    (field) => findAttribute(field, "id") ?? findAttribute(field, "unique"),
  )
  const ofModel = model.attributes.filter(({ name }) => name === "id" || name === "unique")
  const keys = [...ofFields.map(({ name }) => [name]), ...ofModel.map(readFieldNames)]
  return keys.some((key) => key.length === names.length && names.every((name) => key.includes(name)))
}

/** The fields of `@@id([a, b(sort: Desc)])`, `@@unique(fields: [a, b])` or `@relation(fields: [a])`. */
function readFieldNames({ arguments: values }: PrismaAttribute): string[] {
  const list = values.map((argument) => /^(?:fields\s*:\s*)?\[([\s\S]*)\]$/.exec(argument)?.[1])
  return [
    ...(list.find((content) => content !== undefined) ?? "").replaceAll(/\([^)]*\)/g, "").matchAll(/\w+/g),
  ].map(String)
}

const isRelated = ({ fields }: PrismaModel): boolean =>
  fields.some((field) => {
    const relation = findAttribute(field, "relation")
    return relation !== undefined && readFieldNames(relation).join() === "userId"
  })

/** The SQL types of all contract fields of one kind, each with the longest text that the contract allows. */
function listTypes(
  prismaModels: FoundModels,
  engine: EngineName,
  kind: string,
): (readonly [string, number])[] {
  return Object.entries(prismaModels).flatMap(([name, model]) => {
    const { fields }: ModelDescription = models[name as ContractModelName]
    return Object.entries(fields).flatMap(([field, { kind: needed, max = 0 }]) => {
      const column = needed === kind ? findField(model, field) : undefined
      return column ? [[sqlType(column, engine), max] as const] : []
    })
  })
}
