import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { EvaluationPage } from "./EvaluationPage";
import { ReplyList } from "./ReplyList";
import { ReplyPage } from "./ReplyPage";
import { WordsPage } from "./WordsPage";

/** Quick replies, sensitive words, and the evaluation. */
export default function TextsRoom() {
  return (
    <Switch>
      <Route path="/texts">
        <ReplyList />
      </Route>
      <Route path="/texts/replies/:id">{({ id }) => <ReplyPage key={id} id={id} />}</Route>
      <Route path="/texts/words">
        <WordsPage />
      </Route>
      <Route path="/texts/evaluation">
        <EvaluationPage />
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}
