// Shows push notifications. It keeps no state, so another service worker can load it with importScripts.
"use strict";
self.addEventListener("push", (event) => {
  const { title, body, tag, page } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: page }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
