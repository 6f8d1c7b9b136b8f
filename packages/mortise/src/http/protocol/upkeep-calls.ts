import { type ModelName, modelNames } from "../../contract/models.ts"
import type { Model, Schema } from "../../contract/schema.ts"
import type { Page, PageOptions, SweepOptions, Upkeep } from "../../contract/upkeep.ts"
import { type Call, optional, reads, writes } from "./call.ts"
import { type Codec, orNull } from "./codec.ts"
import { valueCodec } from "./field-codec.ts"
import { isHideable } from "./hidden-fields.ts"
import { enumCodec, listCodec, objectCodec, textValue } from "./object-codec.ts"
import type { RowCodecs } from "./row-codecs.ts"
import { pickCallerSlots } from "./slot-calls.ts"

const count = valueCodec("integer", "count", { minimum: 0 })

/** The calls of the upkeep: a page of each model, a count, a sweep. */
export function upkeepCalls({ row }: RowCodecs, { models }: Schema): Call[] {
  const limit = optional(valueCodec("integer", "limit", { minimum: 1, maximum: 1000 }))
  const pages = modelNames.map((model): Call => {
    const key = createKeyCodec(models[model])
    const options = objectCodec({
      after: optional(orNull(key)),
      limit,
      prefix: optional(textValue("prefix")),
    })
    const page = objectCodec({ rows: { codec: listCodec(row(model), "rows") }, next: { codec: orNull(key) } })
    return {
      name: `upkeep.page.${model}`,
      group: "upkeep",
      ...reads(page, options),
      // `next` would reveal the secret of the last row.
      ...(hasSecretKey(models[model]) && { secretKeys: model }),
      bind: ({ upkeep }) => upkeep && ((options) => readPage(upkeep, model, options)),
    }
  })
  const sweep = objectCodec({ now: optional(valueCodec("date", "now")), limit })
  return [
    ...pages,
    {
      name: "upkeep.count",
      group: "upkeep",
      ...reads(count, enumCodec(modelNames, "model")),
      bind: ({ upkeep }) => upkeep?.count,
    },
    {
      name: "upkeep.sweep",
      group: "upkeep",
      ...writes(count, sweep),
      bind: ({ upkeep, now }) => upkeep && ((options) => upkeep.sweep(notLater(options, now()))),
    },
  ]
}

/** A page of slots may have fewer rows than the limit before the last page, because some are left out. */
async function readPage(upkeep: Upkeep, model: ModelName, options?: PageOptions): Promise<Page<object>> {
  if (model !== "slot") return upkeep.page(model, options)
  const { rows, next } = await upkeep.page(model, options)
  return { rows: pickCallerSlots(rows), next }
}

/** A sweep with a later time would remove receipts and nonces that are still needed. */
const notLater = (options: SweepOptions = {}, now: number): SweepOptions =>
  options.now && options.now.getTime() > now ? { ...options, now: new Date(now) } : options

const hasSecretKey = (model: Model): boolean => model.keys.flat().some((name) => isHideable(model, name))

/** Any unique key of a model. The object's fields say which key it is. */
function createKeyCodec({ keys }: Model): Codec {
  const members = keys.flat().map((name) => [name, optional(textValue(name))])
  return objectCodec(Object.fromEntries(members))
}
