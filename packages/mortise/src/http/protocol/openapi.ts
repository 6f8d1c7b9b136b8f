import { defaultSchema } from "../../contract/build-schema.ts"
import type { Schema } from "../../contract/schema.ts"
import { tenantForm } from "../../contract/tenants.ts"
import { buildRoot, type Call, version } from "./call.ts"
import { getCalls } from "./calls.ts"
import type { JsonSchema } from "./codec.ts"
import { type MaskedAnswer, maskedAnswers } from "./masked-answers.ts"
import { getFieldPermission } from "./permissions.ts"
import { rowSchema } from "./row-schema.ts"
import { statuses } from "./wire-error.ts"

const silent = (): void => {}

/** The options of `openapi`. */
export type OpenapiOptions = {
  /** Describes a server whose adapter has tenants: their name is part of each path. Default: false. */
  readonly tenants?: boolean
}

/**
 * The protocol as an OpenAPI 3.1 document, for your schema. Default: the contract's schema.
 *
 * @example
 * ```ts
 * import { openapi } from "mortise/server"
 *
 * console.log(openapi()["openapi"]) // 3.1.0
 * ```
 */
export function openapi(
  schema: Schema = defaultSchema(),
  { tenants = false }: OpenapiOptions = {},
): JsonSchema {
  const root = buildRoot(tenants ? "{tenant}" : undefined)
  const calls = [...getCalls(schema, silent).values()]
  const masked = maskedAnswers(schema, silent)
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Mortise",
      version,
      description: "The data layer of authentication over HTTP: each call is one POST of its arguments.",
    },
    security: [{ key: [] }, { signature: [] }],
    paths: Object.fromEntries(
      calls.map((call) => [
        root + call.name,
        {
          ...(tenants && { parameters: [ref("parameters/Tenant")] }),
          post: openapiOperation(call, masked.get(call.name)),
        },
      ]),
    ),
    components: {
      schemas: { ...rowSchema.all(schema), Error: errorSchema },
      parameters: { IdempotencyKey: idempotencyKey, ...(tenants && { Tenant: tenantName }) },
      responses: {
        Error: { description: "The error, as a code.", content: json(ref("schemas/Error")) },
      },
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A service key: mrt_…" },
        signature: { type: "apiKey", in: "header", name: "Authorization", description: "A signed request." },
      },
    },
  }
}

/**
 * The models as one JSON Schema (2020-12): each row as it is returned, as it is created, and as it is changed.
 *
 * @example
 * ```ts
 * import { jsonSchema } from "mortise/server"
 *
 * console.log(Object.keys(jsonSchema()["$defs"] ?? {}).includes("User")) // true
 * ```
 */
export function jsonSchema(schema: Schema = defaultSchema()): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The models of Mortise, as they are sent",
    $defs: rowSchema.all(schema),
  }
}

const ref = (path: string): JsonSchema => ({ $ref: `#/components/${path}` })

const json = (schema: JsonSchema): JsonSchema => ({ "application/json": { schema } })

function openapiOperation(call: Call, masked: MaskedAnswer | undefined): JsonSchema {
  const { name, group, effect, takes } = call
  const args: JsonSchema = {
    type: "array",
    ...(takes.length > 0 && { prefixItems: takes.map(({ schema }) => schema) }),
    maxItems: takes.length,
  }
  return {
    operationId: name,
    tags: [group],
    ...(effect === "write" && { parameters: [ref("parameters/IdempotencyKey")] }),
    requestBody: { required: true, content: json(only({ args })) },
    responses: {
      "200": buildResponse(call, masked),
      default: ref("responses/Error"),
    },
  }
}

/** The answer, in both forms if secret fields can be hidden from a caller. */
function buildResponse({ returns, secretKeys }: Call, masked: MaskedAnswer | undefined): JsonSchema {
  const whole = only({ result: returns.schema })
  if (!masked) return { description: "The result.", content: json(whole) }
  const permission = getFieldPermission(masked.model)
  if (secretKeys) return { description: `The result. The key needs ${permission}.`, content: json(whole) }
  const hidden: JsonSchema = { type: "array", items: { type: "string", format: "json-pointer" } }
  return {
    description: `The result. A key without ${permission} does not get secret fields: \`hidden\` points to them.`,
    content: json({ anyOf: [whole, only({ result: masked.returns.schema, hidden })] }),
  }
}

/** An object of exactly these members. */
const only = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const idempotencyKey: JsonSchema = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "A new key for each write. A retry of the same write has the same key.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{16,128}$" },
}

const tenantName: JsonSchema = {
  name: "tenant",
  in: "path",
  required: true,
  description: "The tenant whose rows the call reads and changes. The key must name it.",
  schema: { type: "string", pattern: tenantForm.source },
}

const errorSchema: JsonSchema = only({
  error: {
    type: "object",
    properties: {
      code: { enum: Object.keys(statuses) },
      operation: { type: "string" },
      model: { type: "string" },
      fields: { type: "array", items: { type: "string" } },
    },
    required: ["code"],
  },
})
