/** Evaluation: Protocol, 'Ratings'. */
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

/** What getEvaluateInfo answers: the rules at each level, those at the top where a level has none. */
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
      /** By one to five stars, or by levels of the tenant's own. */
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

/** Answer of isEvaluate. */
export const evaluationState = v.pipe(
  v.object({ evaluated: flag, enableEvaluate: flag }),
  v.transform((wire) => ({ isEvaluated: wire.evaluated, isAllowed: wire.enableEvaluate })),
);
