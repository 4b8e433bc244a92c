/** What a shop puts on its page: Protocol, 'Loader'. */

export type EmbedCode = { tag: string; npm: string; react: string; link: string };

export function embedCode(host: string, channel: string, colour: string): EmbedCode {
  const plain = /^#[0-9a-f]{3,8}$/i.test(colour) ? colour : "";
  const id = encodeURIComponent(channel);
  const options = `host: "${host}", channelId: "${id}"${plain === "" ? "" : `, color: "${plain}"`}`;
  return {
    tag: `<script src="${host}/chat_online/embed.js" data-channel-id="${id}"${
      plain === "" ? "" : ` data-color="${plain}"`
    } async></script>`,
    npm: `import { load } from "@frontdesk/embed";\n\nconst chat = load({ ${options} });`,
    react: `import { Frontdesk } from "@frontdesk/embed/react";\n\n<Frontdesk host="${host}" channelId="${id}"${
      plain === "" ? "" : ` color="${plain}"`
    } />`,
    link: `${host}/chat_online/index?channelId=${id}`,
  };
}
