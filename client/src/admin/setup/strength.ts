/** Estimates how long a password withstands guessing. The server decides whether it is accepted. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs });

/** 0 is guessed at once, 4 is strong. `known` are the words that a guesser would try first. */
export function strengthOf(password: string, known: readonly string[]): 0 | 1 | 2 | 3 | 4 {
  return estimator.check(password, [...known]).score;
}
