import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { isSound } from "../../../test/visitorPages";
import { renderInEnglish } from "../../../test/words";
import type { Attached } from "../../api/attached";
import { ApiError } from "../../api/http";
import type { UploadPicture } from "../../session/leaveDesk";
import { Toaster } from "../../ui/Toaster";
import { AttachmentList } from "./AttachmentList";
import { type Kept, useAttachments } from "./useAttachments";

beforeEach(() => {
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
});

type Sending = {
  name: string;
  progress: (share: number) => void;
  signal: AbortSignal;
  arrive: () => void;
  fail: (cause: ApiError) => void;
};

async function list(kept?: Kept) {
  const sendings: Sending[] = [];
  const seen = vi.fn<(files: readonly Attached[]) => void>();
  const upload: UploadPicture = (file, progress, signal) =>
    new Promise((resolve, reject) => {
      sendings.push({
        name: file.name,
        progress,
        signal,
        arrive: () => resolve({ name: file.name, url: `/api/files/${file.name}` }),
        fail: reject,
      });
      signal.addEventListener("abort", () => reject(new ApiError("unreachable", "aborted")));
    });
  function Place() {
    const attachments = useAttachments(upload, kept);
    seen(attachments.files);
    return <AttachmentList attachments={attachments} />;
  }
  const { container, unmount } = await renderInEnglish(
    <>
      <Place />
      <Toaster />
    </>,
  );
  const user = userEvent.setup({ applyAccept: false });
  const choose = (...files: File[]) => user.upload(screen.getByLabelText("Add picture"), files);
  return {
    user,
    container,
    unmount,
    sendings,
    choose,
    files: () => seen.mock.lastCall?.[0].map((file) => file.url),
  };
}

const picture = (name: string, type = "image/png") => new File(["x"], name, { type });

// [LM-04]
it("pictures are uploaded one at a time with their progress, three at most", async () => {
  const { container, sendings, choose, files } = await list();

  await choose(picture("a.png"), picture("b.png"), picture("c.png"), picture("d.png"));
  expect(screen.getByText("At most 3 attachments")).toBeVisible();
  expect(screen.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual([
    "a.png",
    "b.png",
    "c.png",
  ]);
  expect(screen.queryByLabelText("Add picture")).toBeNull();
  expect(sendings.map((one) => one.name)).toEqual(["a.png"]);
  act(() => sendings[0]?.progress(0.5));
  expect(screen.getByRole("progressbar", { name: "Uploading a.png" })).toHaveAttribute("value", "0.5");
  await isSound(container);
  act(() => sendings[0]?.arrive());
  await waitFor(() => expect(sendings.map((one) => one.name)).toEqual(["a.png", "b.png"]));
  act(() => sendings[1]?.arrive());
  await waitFor(() => expect(sendings).toHaveLength(3));

  await waitFor(() => expect(files()).toEqual(["/api/files/a.png", "/api/files/b.png"]));
});

// [LM-04]
it("removing a picture aborts its upload", async () => {
  const { user, sendings, choose, files } = await list();
  await choose(picture("a.png"), picture("b.png"));

  await user.click(screen.getByRole("button", { name: "Remove a.png" }));

  expect(sendings[0]?.signal.aborted).toBe(true);
  await waitFor(() => expect(sendings[1]?.name).toBe("b.png"));
  act(() => sendings[1]?.arrive());
  await waitFor(() => expect(files()).toEqual(["/api/files/b.png"]));
});

// [LM-04]
it("a file that is not a picture is refused with a reason", async () => {
  const { sendings, choose } = await list();
  const large = picture("large.png");
  Object.defineProperty(large, "size", { value: 52_428_801 });

  await choose(new File(["x"], "plan.pdf", { type: "application/pdf" }));
  await choose(new File(["x"], "film.mp4", { type: "video/mp4" }));
  await choose(large);

  expect(screen.getByText("Wrong file type, only pictures or movies can be sent!")).toBeVisible();
  expect(screen.getByText("Only pictures can be uploaded")).toBeVisible();
  expect(screen.getByText("The file cannot be larger than 50M !")).toBeVisible();
  expect(sendings).toEqual([]);
});

it("a refused upload shows the server's text and can be retried", async () => {
  const { user, sendings, choose, files } = await list();
  await choose(picture("a.png"));

  act(() => sendings[0]?.fail(new ApiError("invalid", "Wrong file type")));
  expect(await screen.findByText("Wrong file type")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "a.png could not be uploaded Try again" }));
  await waitFor(() => expect(sendings).toHaveLength(2));
  act(() => sendings[1]?.arrive());

  await waitFor(() => expect(files()).toEqual(["/api/files/a.png"]));
});

it("uploaded pictures survive closing the form, and running uploads are aborted", async () => {
  let held: Kept["pictures"] = [];
  const kept = { pictures: held, keep: (pictures: Kept["pictures"]) => (held = pictures) };
  const first = await list(kept);
  await first.choose(picture("a.png"), picture("b.png"));
  act(() => first.sendings[0]?.arrive());
  await waitFor(() => expect(first.sendings).toHaveLength(2));

  first.unmount();

  expect(first.sendings[1]?.signal.aborted).toBe(true);
  const again = await list({ ...kept, pictures: held });
  expect(screen.getByRole("img", { name: "a.png" })).toBeVisible();
  expect(screen.queryByRole("img", { name: "b.png" })).toBeNull();
  expect(again.files()).toEqual(["/api/files/a.png"]);
});
