import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { message, openTalk, VISITOR } from "../../../test/desk";
import type { AgentApi } from "../../api/agent";
import { ApiError } from "../../api/http";

const file = (name: string, type: string) => new File(["x"], name, { type });
const PDF = file("terms.pdf", "application/pdf");
const field = () => screen.getByRole("textbox");
const picker = () => screen.getByLabelText("Send pictures or files", { selector: "input" });

function drop(target: Element, ...files: File[]): void {
  fireEvent.drop(target, { dataTransfer: { files, types: ["Files"] } });
}

function paste(files: File[], types: string[] = ["Files"]): boolean {
  return fireEvent.paste(field(), { clipboardData: { files, types } });
}

type Stored = Awaited<ReturnType<AgentApi["upload"]>>;

/** Uploads that run until the test ends them. */
function heldUpload() {
  const ends: ((stored: Stored) => void)[] = [];
  const upload = vi.fn<AgentApi["upload"]>(
    (_userId, _file, _onProgress, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new ApiError("unreachable", "aborted")));
        ends.push(resolve);
      }),
  );
  return { upload, ends };
}

it("files of every kind can be sent by button, drop and paste", async () => {
  const { user, calls } = await openTalk();
  const sendFile = vi.spyOn(calls, "sendFile");
  const upload = vi.spyOn(calls, "upload");

  await user.upload(picker(), [PDF, file("care.mp4", "video/mp4")]);
  drop(screen.getByRole("log"), file("hello.mp3", "audio/mpeg"));
  await waitFor(() => expect(sendFile).toHaveBeenCalledTimes(3));
  paste([file("screen.png", "image/png")]);
  await user.click(
    within(await screen.findByRole("dialog", { name: "Send this picture?" })).getByRole("button", {
      name: "Send",
    }),
  );

  await waitFor(() => expect(sendFile).toHaveBeenCalledTimes(4));
  expect(upload.mock.calls.map(([userId, sent]) => [userId, sent.name])).toEqual([
    [VISITOR, "terms.pdf"],
    [VISITOR, "care.mp4"],
    [VISITOR, "hello.mp3"],
    [VISITOR, "screen.png"],
  ]);
  expect(sendFile.mock.calls.map(([, , { kind }]) => kind)).toEqual(["file", "video", "audio", "image"]);
});

it("files that cannot be sent are named with the reason, and the others are sent", async () => {
  const { user, calls } = await openTalk();
  const sendFile = vi.spyOn(calls, "sendFile");
  const large = file("film.mp4", "video/mp4");
  Object.defineProperty(large, "size", { value: 52_428_801 });

  drop(screen.getByRole("log"), file("setup.exe", ""), large, PDF);

  expect(await screen.findByText(/^setup\.exe cannot be sent/)).toBeVisible();
  expect(screen.getByText("film.mp4 is larger than 50 MB.")).toBeVisible();
  await waitFor(() => expect(sendFile).toHaveBeenCalledOnce());
  await user.upload(
    picker(),
    Array.from({ length: 10 }, (_, at) => file(`${at}.pdf`, "")),
  );
  expect(await screen.findByText(/^At most 9 files at once/)).toBeVisible();
  await waitFor(() => expect(sendFile).toHaveBeenCalledTimes(10));
});

it("no file is sent while the agent writes a note, because the visitor would see it", async () => {
  const { user, calls } = await openTalk();
  const upload = vi.spyOn(calls, "upload");
  await user.click(screen.getByRole("button", { name: "Note for agents" }));

  drop(screen.getByRole("log"), PDF);
  expect(await screen.findByText(/^A note cannot have files\. Close/)).toBeVisible();
  paste([file("screen.png", "image/png")]);
  fireEvent.change(picker(), { target: { files: [PDF] } });

  expect(screen.getByRole("button", { name: "Send pictures or files" })).toBeDisabled();
  await user.keyboard("{Escape}");
  await user.type(screen.getByRole("textbox", { name: "Write a message" }), "Hello{Enter}");
  await screen.findByText("Sent");
  expect(upload).not.toHaveBeenCalled();
});

it("pasted text goes to the field, even if an office program adds a picture of it", async () => {
  const { calls } = await openTalk();
  const upload = vi.spyOn(calls, "upload");

  const isLeft = paste([file("image.png", "image/png")], ["text/plain", "text/html", "Files"]);

  expect(isLeft).toBe(true);
  expect(upload).not.toHaveBeenCalled();
});

it("only the conversation accepts dropped files, and a hint shows while they hover over it", async () => {
  await openTalk();
  const held = { dataTransfer: { files: [], types: ["Files"], dropEffect: "" } };

  fireEvent.dragOver(screen.getByRole("log"), held);
  expect(screen.getByText("Drop files here to send them to the visitor")).toBeVisible();
  fireEvent.dragOver(screen.getByRole("tablist"), held);

  expect(screen.queryByText(/^Drop files here/)).toBeNull();
});

it("a file shows its upload progress and can be cancelled", async () => {
  const { upload, ends } = heldUpload();
  const { user, calls } = await openTalk({ upload });
  const sendFile = vi.spyOn(calls, "sendFile");
  await user.upload(picker(), [PDF, file("care.pdf", "")]);
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());

  upload.mock.calls[0]?.[2](0.4);
  expect(await screen.findByRole("progressbar", { name: "40 % sent" })).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Cancel sending" })[0] ?? document.body);

  expect(upload.mock.calls[0]?.[3]?.aborted).toBe(true);
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
  expect(screen.queryByText("terms.pdf")).toBeNull();
  ends[1]?.({ url: "/api/files/care.pdf", name: "care.pdf" });
  await screen.findByText("Sent");
  expect(sendFile.mock.calls.map(([, , { url }]) => url)).toEqual(["/api/files/care.pdf"]);
});

it("a file that the server refuses can only be deleted", async () => {
  const upload = vi.fn<AgentApi["upload"]>(() => Promise.reject(new ApiError("invalid", "no")));
  const { user } = await openTalk({ upload });

  await user.upload(picker(), [PDF]);

  expect(await screen.findByText(/^Not sent: the content does not/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.queryByText(/^Not sent/)).toBeNull();
});

it("a lost file is retried once, and then the agent can send it again under the same id", async () => {
  const upload = vi.fn<AgentApi["upload"]>(() => Promise.reject(new ApiError("unreachable", "")));
  const { user, calls } = await openTalk({ upload });
  const sendFile = vi.spyOn(calls, "sendFile").mockRejectedValueOnce(new ApiError("broken", ""));
  await user.upload(picker(), [PDF]);
  const again = await screen.findByRole("button", { name: "Send again" });
  expect(upload).toHaveBeenCalledTimes(2);

  upload.mockResolvedValue({ url: "/api/files/t.pdf", name: "terms.pdf" });
  await user.click(again);
  // A stored file is not uploaded again.
  await user.click(await screen.findByRole("button", { name: "Send again" }));

  await screen.findByText("Sent");
  expect(upload).toHaveBeenCalledTimes(3);
  const [first, second] = sendFile.mock.calls;
  expect(second).toEqual(first);
});

it("files, audio and videos look as on the visitor's page", async () => {
  const sent = (place: number, content: ReturnType<typeof message>["content"]) => ({
    ...message(place, ""),
    content,
  });
  const named = (name: string) => ({ url: `/api/files/${name}`, fileName: name });
  const history = async () => ({
    messages: [
      sent(3, { kind: "file", ...named("terms.pdf"), sizeBytes: 12_000 }),
      sent(4, { kind: "file", ...named("prices.xlsx") }),
      sent(5, { kind: "video", ...named("care.mp4") }),
      sent(6, { kind: "audio", ...named("hello.mp3") }),
    ],
    before: 0,
    hasOlder: false,
  });
  await openTalk({ history });

  const pdf = await screen.findByRole("link", { name: /^Open terms\.pdf/ });
  expect(within(pdf).getByText("12 kB")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Download prices\.xlsx/ })).toBeVisible();
  expect(screen.getByLabelText("Video care.mp4")).toHaveAttribute("src", "/api/files/care.mp4");
  expect(screen.getByRole("group", { name: "Audio hello.mp3" })).toBeVisible();
});
