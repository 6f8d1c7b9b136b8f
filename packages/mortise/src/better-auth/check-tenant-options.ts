/**
 * Loaded at the first call of a database with tenants. It imports nothing: bundlers would divide what an application
 * loads at its start into more files.
 */
import type { checkParts } from "./tenants.ts"

type Parts = typeof checkParts

/** Whether the value of an option makes Better Auth trust, or store, what does not say its tenant. */
const refusals: Readonly<Record<string, (value: unknown, parts: Parts) => unknown>> = {
  "session.cookieCache.enabled": Boolean,
  "account.storeAccountCookie": Boolean,
  "account.storeStateStrategy": (strategy) => strategy === "cookie",
  // A link that changes an address would change that of another tenant's user, too.
  "emailVerification.sendVerificationEmail": Boolean,
  plugins: (plugins) => Array.isArray(plugins) && plugins.some(({ id }) => id === "oauth-proxy"),
  secondaryStorage: (storage, { storageParts }) => storage && !Object(storage)[storageParts]?.toolTenant,
  "advanced.database.generateId": (ids) => ids === "serial" || ids === false,
}

/** Throws `invalid` for options that know no tenants. */
export function checkTenantOptions(options: object, parts: Parts): void {
  for (const [path, isRefused] of Object.entries(refusals)) {
    const value = path.split(".").reduce((part, name) => Object(part)[name], options as unknown)
    if (isRefused(value, parts))
      parts.throwInvalid(
        `mortiseDatabase: ${path} knows no tenants. mortiseStorage(forTenant, { tenant }) and the plugin email-otp do.`,
      )
  }
}

/** Throws `invalid` for a model with a column of the tenant's name. */
export function checkColumns(
  model: string,
  columns: readonly string[],
  { tenantColumn, throwInvalid }: Parts,
): void {
  if (columns.some((column) => column.toLowerCase() === tenantColumn))
    throwInvalid(`${model} has a column ${tenantColumn}: give it another fieldName.`)
}

type Options = { readonly database?: unknown }
type Field = { readonly column: string; readonly stored?: string | undefined }
type Models = ReadonlyMap<string, { readonly model: string; readonly fields: readonly Field[] }>

const checked = new WeakSet<object>()

/** Checks the options of an adapter when it is called, and what plugins added to them after the start. */
export function checkCall(options: Options, models: Models, parts: Parts): void {
  const current = parts.getEndpoint()?.context?.options
  if (!checked.has(options)) {
    checkTenantOptions(options, parts)
    for (const { model, fields } of models.values())
      checkColumns(
        model,
        fields.map(({ column, stored = column }) => stored),
        parts,
      )
    checked.add(options)
  }
  if (!current || checked.has(current) || current.database !== options.database) return
  // The application's own option was checked. A plugin sends codes, which are stored.
  checkTenantOptions({ ...current, emailVerification: {} }, parts)
  checked.add(current)
}
