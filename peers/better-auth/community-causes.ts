import { all, anyOf, isOf, ofCases, received } from "../fits.ts"
import { type Cause, undone } from "./cause.ts"

/** Causes that only adapters of the community have. */
export const communityCauses: readonly Cause[] = [
  {
    by: "adapter",
    title: "The adapter has no transactions",
    seen: "A sign-up that fails half-way leaves its user behind, so that the address is taken.",
    where: "`createAdapterFactory` in `src/remult-ba.ts` is called without `transaction`",
    fits: all(isOf("remult"), undone),
  },
  {
    by: "adapter",
    title: "The error of a failed transaction is wrapped in another error",
    seen: "Better Auth does not recognize its own error.",
    where: "`runAdapterEffect` in `src/errors.ts`: `runPromise` rejects with a FiberFailure",
    fits: received(/^\(FiberFailure\)/),
  },
  {
    by: "adapter",
    title: "The option select is ignored",
    seen: "The call returns fields that were not selected.",
    where: "`findMany` of each adapter does not pass `select` on",
    fits: all(isOf("effect", "zenstack", "remult"), ofCases("lists/selected-fields")),
  },
  {
    by: "adapter",
    title: "create saves over a row with the same id",
    seen: "A value that one caller may reserve is reserved by several.",
    where:
      "`create` in `create-typeorm-persistence.ts` calls `repository.save`, which updates a row that exists",
    fits: all(isOf("anarchitects-typeorm"), ofCases("unique/ids", "verification-values/reserved")),
  },
  {
    by: "adapter",
    title: "update reads the row and then saves all of it, as a new row if it has been deleted",
    seen: "A session that was signed out works again after a refresh at the same time, and counts are lost.",
    where: "`update` in `create-typeorm-persistence.ts`: `getOne`, `merge`, `save`",
    needsRaces: true,
    fits: all(
      isOf("anarchitects-typeorm"),
      ofCases(
        "consume/beside-updates",
        "increments/beside-updates",
        "races/",
        "sessions/refreshes",
        "api-keys/",
      ),
    ),
  },
  {
    by: "adapter",
    title: "A condition with OR counts beside the conditions with AND, not together with them",
    seen: "A lookup returns, and a deletion removes, the rows of others.",
    where: "`applyWhere` in `query-builder.ts` calls `orWhere` and `andWhere` one after the other",
    fits: all(
      isOf("anarchitects-typeorm"),
      anyOf(
        ofCases("where/any-condition", "where/one-field-twice", "where/same-rows-in-consumeOne"),
        // Conditions with OR of other cases delete or change their rows, such as all with the amount 4.
        ofCases("where/same-rows-in-delete", "where/same-rows-in-incrementOne", "where/lists"),
        all(ofCases("where/same-rows-in-"), ({ error }) => /with OR/.test(error?.expected ?? "")),
      ),
    ),
  },
  {
    by: "adapter",
    title: "The tables have no unique keys: the adapter looks for an equal row before it writes",
    seen: "Sign-ups with one address at once make several users.",
    where: "`transformValidators` in `src/transform-field.ts` writes `Validators.unique()`, a lookup",
    needsRaces: true,
    fits: all(isOf("remult"), ofCases("unique/", "sign-ups/one-user", "oauth/new-user")),
  },
  {
    by: "adapter",
    title:
      "The generated entities limit ids to 40 characters, and Better Auth stores longer ones for reserved values",
    seen: "A value that may be used only once, such as a signed assertion, cannot be reserved: an error.",
    where: "`remultIdField` in `src/transform-field.ts`: `maxLength: 40`; the ids have 43 characters",
    fits: all(isOf("remult"), ofCases("verification-values/reserved")),
  },
  {
    by: "adapter",
    title: "The generated entities set createdAt and updatedAt themselves, and store null as an empty text",
    seen: "A row is not what Better Auth stored.",
    where:
      "`transformField` in `src/transform-field.ts`: `@Fields.createdAt`, `@Fields.updatedAt`, and `= ''`",
    fits: all(
      isOf("remult"),
      ofCases(
        "writes/created-row-is-returned",
        "writes/other-fields-stay",
        "writes/update-without-a-condition",
      ),
    ),
  },
  {
    by: "adapter",
    title: "update and delete take one condition, and a row that does not exist is an error",
    seen: "A deletion or an update with two conditions fails.",
    where: "`update` and `delete` in `src/remult-ba.ts`",
    fits: all(isOf("remult"), ofCases("writes/")),
  },
  {
    by: "adapter",
    title: "update and delete need a unique field, and delete hides every error",
    seen: "A session that should be deleted stays, and an update fails with an error.",
    where:
      "`update` and `delete` in `src/adapter.ts` call those of ZenStack's client; `delete` has an empty `catch`",
    fits: all(
      isOf("zenstack"),
      ofCases(
        "writes/update-of-nothing",
        "writes/only-matching-rows-are-deleted",
        "where/same-rows-in-delete",
        "where/same-rows-in-update",
        "objects/arguments-are-not-changed",
        "races/guarded-updates",
        "outages/writes",
      ),
    ),
  },
  {
    by: "fallback",
    title:
      "The fallback compares every field of the row, and ZenStack refuses to compare a JSON field with null",
    seen: "A row with an empty JSON field cannot be consumed or counted up.",
    where: "`snapshotGuard` in `core/src/db/adapter/atomic-fallback.ts`",
    fits: all(isOf("zenstack"), received(/Invalid (deleteMany|updateMany) args/)),
  },
  {
    by: "fallback",
    title: "The fallback of consumeOne refuses rows that are instances of a class, and Remult's are",
    seen: "No link, code or new password can be used: each fails with an error.",
    where: "`readRow` in `core/src/db/adapter/atomic-fallback.ts`: `z.record` accepts only plain objects",
    fits: all(
      isOf("remult"),
      anyOf(
        received(/must return a row snapshot or null/),
        ofCases("consume/", "magic-links/", "email-codes/", "password-resets/", "verification-values/newest"),
      ),
    ),
  },
  {
    by: "adapter",
    title: "The generated entities have a relation with the name of the joined model, and its value is null",
    seen: "A session that is read together with its user has no user.",
    where:
      "`transformField` in `src/transform-field.ts` writes `@Relations.toOne` with the field `id` of the row itself, not the field that refers to the other row",
    fits: all(isOf("remult"), ofCases("joins/", "objects/joined-", "fresh/joined-")),
  },
  {
    by: "adapter",
    title: "updateMany reads the rows, saves each, and counts those that it has read",
    seen: "Of several updates with one condition at once, all are told that they changed the row.",
    where:
      "`updateMany` in Remult's `RepositoryImplementation`, which `updateMany` in `src/remult-ba.ts` calls",
    needsRaces: true,
    fits: all(isOf("remult"), ofCases("counts/")),
  },
  {
    by: "adapter",
    title: "The generated entities store the time of the limiter's last request as an integer of 32 bits",
    seen: "With the limiter in the database, every request fails with an error.",
    where: "`transformField` in `src/transform-field.ts` does not read `bigint`",
    fits: all(isOf("remult"), ofCases("rate-limits/")),
  },
]
