/** The rules and the state of ratings: Protocol, 'Ratings'. */
import * as v from "valibot";
import { EvaluateModel } from "./codes";
import { commaList, count, flag, lenientList, text } from "./scalars";

const level = v.pipe(
  v.object({
    select: v.object({ name: text, value: count }),
    levelGuideMsg: text,
    levelTag: commaList,
    evaluateMsgRequired: v.optional(flag),
    levelTagRequired: v.optional(flag),
  }),
  v.transform((wire) => ({
    name: wire.select.name,
    value: wire.select.value,
    guide: wire.levelGuideMsg,
    tags: wire.levelTag,
    textRequired: wire.evaluateMsgRequired,
    tagRequired: wire.levelTagRequired,
  })),
);

/** Response of getEvaluateInfo. A level without rules of its own takes the top-level ones. */
export const evaluationSetting = v.pipe(
  v.object({
    evaluateGuideMsg: text,
    evaluateMsgRequired: flag,
    levelTagRequired: flag,
    evaluateModel: count,
    starList: lenientList(level),
    scoreList: lenientList(level),
  }),
  v.transform((wire) => {
    const isScore = wire.evaluateModel === EvaluateModel.Score && wire.scoreList.length > 0;
    return {
      guide: wire.evaluateGuideMsg,
      /** One to five stars, or the tenant's own levels. */
      model: isScore ? ("score" as const) : ("stars" as const),
      levels: (isScore ? wire.scoreList : wire.starList).map((each) => ({
        ...each,
        textRequired: each.textRequired ?? wire.evaluateMsgRequired,
        tagRequired: each.tagRequired ?? wire.levelTagRequired,
      })),
    };
  }),
);
export type EvaluationSetting = v.InferOutput<typeof evaluationSetting>;

/** Response of isEvaluate. */
export const evaluationState = v.pipe(
  v.object({ evaluated: flag, enableEvaluate: flag }),
  v.transform((wire) => ({ isEvaluated: wire.evaluated, isAllowed: wire.enableEvaluate })),
);
