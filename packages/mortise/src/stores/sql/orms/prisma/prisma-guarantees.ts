import type { Guarantee } from "../../../../contract/guarantees.ts"
import type { ContractModelName } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import {
  findAttribute,
  type PrismaAttribute,
  type PrismaModel,
} from "../../../../sql/orms/prisma/prisma-schema-text.ts"

/** Prisma's models by the contract's models. */
type FoundModels = Readonly<Partial<Record<ContractModelName, PrismaModel>>>

const owned = ["account", "session", "authenticator"] as const

/** The guarantees that the models lack, according to their keys and relations. Others follow from their types. */
export function findMissingInModels(
  prismaModels: FoundModels,
  engine: EngineName,
  hasForeignKeys: boolean,
): Guarantee[] {
  const { user, account, session, verificationToken } = prismaModels
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
    expires_in: !account?.fields.some(({ name }) => name === "expires_in"),
    byte_exact_keys: engine === "mysql",
  }
  return (Object.keys(lacks) as Guarantee[]).filter((name) => lacks[name])
}

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
