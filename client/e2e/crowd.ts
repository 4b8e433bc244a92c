/** Many visitors of one agent, by the calls of their pages alone: a browser for each would be slower than what it tests. */
import { type Fields, post } from "./post";

type Member = { userId: string; name: string; call: (name: string, body: Fields) => Promise<Fields> };

export type Crowd = {
  readonly names: readonly string[];
  /** The visitors' user ids, in the order of their names. */
  readonly userIds: readonly string[];
  /** Each writes so many messages, the last one with their name. */
  talk: (messages: number) => Promise<void>;
  /** One of them writes. */
  say: (name: string, words: string) => Promise<void>;
  /** So many messages a second arrive, from one after the other, until it ends. */
  keepSaying: (perSecond: number) => { end: () => Promise<{ sent: number; refused: number }> };
};

const WORDS = [
  "Where is my order?",
  "I have waited for a week.",
  "The fern looks sad: its leaves are brown, and I water it every day.",
  "Thank you, that helps.",
  "Can I still change the address? We move at the end of the month, and the parcel would come too late.",
];

/** Opens the chat for `count` visitors and asks for an agent. */
export async function crowd(url: string, count: number): Promise<Crowd> {
  const members: Member[] = [];
  for (let number = 1; number <= count; number += 1) {
    const member = await enter(url, `Visitor ${String(number).padStart(2, "0")}`);
    await member.call("transferAgent", {});
    members.push(member);
  }
  let told = 0;
  const say = (member: Member, words: string) => {
    told += 1;
    return member.call("sendMsg", { id: `m-${told}`, msgType: 1, msgContent: words });
  };
  const named = (name: string) => {
    const member = members.find((one) => one.name === name);
    if (!member) throw new Error(`nobody is called ${name}`);
    return member;
  };
  return {
    names: members.map(({ name }) => name),
    userIds: members.map(({ userId }) => userId),
    say: async (name, words) => void (await say(named(name), words)),
    talk: async (messages) => {
      for (const member of members) {
        for (let each = 1; each < messages; each += 1) await say(member, wordsAt(each));
        await say(member, `I am ${member.name}`);
      }
    },
    keepSaying: (perSecond) => {
      const running: Promise<boolean>[] = [];
      const timer = setInterval(() => {
        const member = members[running.length % members.length];
        if (!member) return;
        running.push(
          say(member, wordsAt(running.length)).then(
            () => true,
            () => false,
          ),
        );
      }, 1000 / perSecond);
      return {
        end: async () => {
          clearInterval(timer);
          const kept = await Promise.all(running);
          return { sent: kept.length, refused: kept.filter((isKept) => !isKept).length };
        },
      };
    },
  };
}

function wordsAt(place: number): string {
  return WORDS[place % WORDS.length] ?? "";
}

async function enter(url: string, name: string): Promise<Member> {
  const at = (call: string) => `${url}/api/chat/visitor/${call}`;
  const start = { channelId: "demo", locale: "en", userName: name };
  const { token, userId, pollId } = await post(at("chatStart"), "", start);
  return {
    userId: String(userId),
    name,
    call: (call, body) => post(at(call), String(token), { pollId, ...body }),
  };
}
