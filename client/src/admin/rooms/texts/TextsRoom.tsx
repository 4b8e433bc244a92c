import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { EvaluationPage } from "./EvaluationPage";
import { ReplyList } from "./ReplyList";
import { ReplyPage } from "./ReplyPage";
import { TagList } from "./TagList";
import { TagPage } from "./TagPage";
import { WordsPage } from "./WordsPage";

/** Quick replies, tags, sensitive words, and the evaluation. */
export default function TextsRoom() {
  return (
    <Switch>
      <Route path="/texts" component={ReplyList} />
      <Route path="/texts/replies/:id">{({ id }) => <ReplyPage key={id} id={id} />}</Route>
      <Route path="/texts/tags" component={TagList} />
      <Route path="/texts/tags/:id">{({ id }) => <TagPage key={id} id={id} />}</Route>
      <Route path="/texts/words" component={WordsPage} />
      <Route path="/texts/evaluation" component={EvaluationPage} />
      <Route component={MissingPage} />
    </Switch>
  );
}
