import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"

type Property = {
  readonly name: string
  /** `scalar`, `m:1`, `1:1`, `1:m`, `m:n` or `embedded`. */
  readonly kind: string
  readonly owner?: boolean
  readonly persist?: boolean
  readonly formula?: unknown
  readonly generated?: unknown
  readonly fieldNames?: readonly string[]
  readonly columnTypes: readonly string[]
  readonly nullable?: boolean
  readonly runtimeType: string
  readonly customType?: object
  readonly default?: unknown
  readonly defaultRaw?: string
  readonly autoincrement?: boolean
  readonly onCreate?: (...parameters: readonly never[]) => unknown
  readonly onUpdate?: (...parameters: readonly never[]) => unknown
}

/** The part of an entity's metadata that is read. */
export type MikroOrmEntity = {
  readonly className: string
  readonly tableName: string
  readonly schema?: string
  readonly versionProperty?: string
  readonly discriminatorColumn?: unknown
  readonly constructorParams?: readonly string[]
  readonly class: new () => object
  readonly filters: Readonly<Record<string, { readonly default?: boolean }>>
  readonly properties: Readonly<Record<string, Property>>
}

/** Describes an entity's columns. `storesUtc`: whether MikroORM writes dates without a time zone in UTC. */
export function readMikroOrmColumns(
  entity: MikroOrmEntity,
  engine: EngineName,
  storesUtc: boolean,
): OrmColumn[] {
  const initial = initialValues(entity)
  return Object.values(entity.properties)
    .filter(isStored)
    .flatMap((property) =>
      (property.fieldNames ?? []).map((column, index): OrmColumn => {
        const type = (property.columnTypes[index] ?? "").toLowerCase()
        return {
          property: toPropertyName(property, column),
          column,
          type,
          kind: property.runtimeType === "boolean" ? "boolean" : undefined,
          notNull: !property.nullable,
          hasDefault: hasDefault(property),
          onInsert: property.onCreate ?? initial(property),
          onUpdate: property.onUpdate,
          refusal: findRefusal(property) ?? zoneRefusal(engine, type, storesUtc),
        }
      }),
    )
}

const isStored = ({ kind, owner, persist, formula, generated }: Property): boolean =>
  persist !== false &&
  !formula &&
  !generated &&
  kind !== "1:m" &&
  kind !== "m:n" &&
  (kind !== "1:1" || owner === true)

// A relation `user` holds the field `userId`.
function toPropertyName({ name, kind, fieldNames }: Property, column: string): string {
  if (kind !== "m:1" && kind !== "1:1") return name
  return fieldNames?.length === 1 ? `${name}Id` : column
}

// MikroORM turns the initialiser of `email = ""` into a default. All users without an address would then share one.
function hasDefault({ default: value, defaultRaw, autoincrement, nullable }: Property): boolean {
  if (nullable && value === "") return false
  return value !== undefined || defaultRaw !== undefined || autoincrement === true
}

/**
 * The values that the class's initialisers create. A constructor that needs parameters cannot be called to find out.
 */
function initialValues(entity: MikroOrmEntity): (property: Property) => (() => unknown) | undefined {
  const create = () => new entity.class() as Readonly<Record<string, unknown>>
  if (entity.constructorParams?.length) return () => undefined
  let sample: Readonly<Record<string, unknown>>
  try {
    sample = create()
  } catch {
    return () => undefined
  }
  return ({ name, kind }) => (kind === "scalar" && !isEmpty(sample[name]) ? () => create()[name] : undefined)
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ""

const builtInTypes =
  /^(Date|Time|DateTime|BigInt|Blob|Uint8Array|Array|EnumArray|Enum|Json|Integer|SmallInt|TinyInt|MediumInt|Float|Double|Boolean|Decimal|Character|String|Uuid|Text|Interval|Unknown|FullText)Type$/

function findRefusal({ customType, onCreate, onUpdate }: Property): string | undefined {
  if (customType && !builtInTypes.test(customType.constructor.name))
    return `only MikroORM can convert its custom type ${customType.constructor.name}: use a built-in type`
  const needsEntity = [onCreate, onUpdate].some((create) => create && create.length > 0)
  return needsEntity
    ? "its onCreate or onUpdate needs the entity, which only MikroORM has: let it work without parameters"
    : undefined
}

// PostgreSQL stores an instant in a timestamptz, and MikroORM stores milliseconds on SQLite.
function zoneRefusal(engine: EngineName, type: string, storesUtc: boolean): string | undefined {
  const isWithoutZone =
    engine === "mysql"
      ? /^(datetime|timestamp)/.test(type)
      : engine === "postgres" && /^timestamp(?!tz)/.test(type)
  return isWithoutZone && !storesUtc
    ? "MikroORM stores its dates in the time zone of the process: set forceUtcTimezone: true in MikroORM.init"
    : undefined
}
