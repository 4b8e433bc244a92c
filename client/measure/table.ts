/** Prints the figures as the rows of the table in `docs/performance.md`, and marks missed aims. */
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

export default class Table implements Reporter {
  readonly #rows: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const { type, description } of test.annotations)
      if (type === "row") this.#rows.push(description ?? "");
    for (const { message } of result.errors) process.stderr.write(`${test.title}: ${message}\n`);
  }

  onEnd(): void {
    const lines = ["| what | measured | aim |", "| --- | ---: | ---: |", ...this.#rows];
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }
}
