// Generated: the push messages of PushSample as they arrive on a device. To write it again: UPDATE=1 swift test --filter Drift
const pushSamples = {
apns: {"aps":{"badge":3,"sound":"Sound","mutable_content":1,"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"}},"click-url":"ClickURL","icon":"Icon","media":"Media","hub_link":{"open":"URLOpenEvent","ack":"URLDelivEvent"}},
fcmV1IOS: {"aps":{"badge":3,"sound":"Sound","mutable_content":1,"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"}},"click-url":"ClickURL","uid":"UID","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","media":"Media","mediaUrl":"Icon"},
fcmV1Android: {"uid":"UID","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","image":"Image","click_action":"ClickURL","sound":"Sound"},
fcmLegacyIOS: {"aps":{"alert":{"title":"Title","body":"Body"},"sound":"Sound"},"uid":"UID","message":"Body","mediaUrl":"Icon","media":"Media","launch_id":"LaunchID","hub_link":"{\"open\":\"URLOpenEvent\",\"ack\":\"URLDelivEvent\"}"},
fcmLegacyAndroid: {"uid":"UID","message":"Body","mediaUrl":"Icon","image":"Image","launch_id":"LaunchID","hub_link":"{\"open\":\"URLOpenEvent\",\"ack\":\"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","click_action":"ClickURL","sound":"Sound"},
hmsIOS: {"apple":"red","aps":{"alert":{"title":"Title","subtitle":"SubTitle","body":"Body"},"badge":3,"mutable_content":1,"sound":"Sound"},"click-url":"ClickURL","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","launch_id":"LaunchID","mediaUrl":"Icon","uid":"UID"},
hmsAndroid: {"hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","launch_id":"LaunchID","uid":"UID","title":"Title","body":"Body","icon":"Icon","sound":"Sound"},
appMetricaIOS: {"aps":{"alert":{"title":"Title","body":"Body"},"badge":3},"hub_link":"{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}","icon":"Icon","media":"Media","click-url":"URL"},
appMetricaAndroid: {"hub_link":"{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}","title":"Title","body":"Body","image":"Icon","click_action":"URL"},
ruStore: {"uid":"UID","message":"Body","mediaUrl":"Icon","image":"Image","launch_id":"LaunchID","hub_link":"{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}","title":"Title","body":"Body","icon":"Icon","click_action":"ClickURL","sound":"Sound"},
};
