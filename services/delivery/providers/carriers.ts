/** Takes mail from a feed for a provider that is handed each mail by itself. */
import type { Feed, Look, TakenMail, Provider } from './port.ts';

/** As many mails at once as the feed has room for. */
export function createCarriers(provider: Pick<Provider, 'send'>, feed: Feed): Look {
  let busy = 0;

  async function carry(mail: TakenMail): Promise<void> {
    try {
      const answer = await provider.send(mail, () => mail.handingOver());
      mail.accepted(answer);
    } catch (error) {
      mail.failed(error as Error);
    }
    busy -= 1;
    feed.busy(busy);
    look();
  }

  function look(): void {
    while (busy < feed.room()) {
      const mail = feed.next();
      if (!mail) return;
      busy += 1;
      feed.busy(busy);
      void carry(mail);
    }
  }

  return look;
}
