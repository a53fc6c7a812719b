/** Takes mail from a feed for a provider that is handed each mail by itself. */
import type { Feed, Look, Parcel, Provider } from './port.ts';

/** As many mails at once as the feed has room for. */
export function createCarriers(provider: Pick<Provider, 'send'>, feed: Feed): Look {
  let busy = 0;

  async function carry(parcel: Parcel): Promise<void> {
    try {
      const answer = await provider.send(parcel, () => parcel.handingOver());
      parcel.accepted(answer);
    } catch (error) {
      parcel.failed(error as Error);
    }
    busy -= 1;
    feed.busy(busy);
    look();
  }

  function look(): void {
    while (busy < feed.room()) {
      const parcel = feed.next();
      if (!parcel) return;
      busy += 1;
      feed.busy(busy);
      void carry(parcel);
    }
  }

  return look;
}
