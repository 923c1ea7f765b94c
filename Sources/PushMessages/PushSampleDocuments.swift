/// The push messages as the documentation of the platform prints them, with a placeholder for each value that
/// a sender sets.
enum PushSampleDocuments {
  static func text(of structure: PushStructureName) -> String {
    switch structure {
    case .apns: apns
    case .fcmV1IOS: fcmV1IOS
    case .fcmV1Android: fcmV1Android
    case .fcmLegacyIOS: fcmLegacyIOS
    case .fcmLegacyAndroid: fcmLegacyAndroid
    case .hmsIOS: hmsIOS
    case .hmsAndroid: hmsAndroid
    case .appMetricaIOS: appMetricaIOS
    case .appMetricaAndroid: appMetricaAndroid
    case .ruStore: ruStore
    }
  }

  static let fcmLegacyAndroid = #"""
    {
      "to": "SubscriptionID",
      "priority": "Priority",
      "time_to_live": 86400,
      "content_available": true,
      "mutable_content": true,
      "data": {
        "uid": "UID",
        "message": "Body",
        "mediaUrl": "Icon",
        "image": "Image",
        "launch_id": "LaunchID",
        "hub_link": {"open": "URLOpenEvent", "ack": "URLDelivEvent"}
      },
      "notification": {
        "title": "Title",
        "body": "Body",
        "icon": "Icon",
        "color": "ImageBackgroundColor",
        "click_action": "ClickURL",
        "sound": "Sound"
      }
    }
    """#

  static let fcmV1Android = #"""
    {
      "message": {
        "token": "SubscriptionID",
        "android": {
          "priority": "Priority",
          "ttl": "3600s",
          "data": {
            "uid": "UID",
            "launch_id": "LaunchID",
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}"
          },
          "notification": {
            "title": "Title",
            "body": "Body",
            "icon": "Icon",
            "click_action": "ClickURL",
            "sound": "Sound",
            "color": "ImageBackgroundColor",
            "light_settings": {
              "color": {"red": 1, "green": 1, "blue": 1, "alpha": 1},
              "light_on_duration": "LEDOnDuration",
              "light_off_duration": "LEDOffDuration"
            },
            "image": "Image",
            "default_vibrate_timings": true,
            "notification_count": 3
          }
        }
      }
    }
    """#

  static let fcmLegacyIOS = #"""
    {
      "to": "SubscriptionID",
      "priority": "Priority",
      "time_to_live": 86400,
      "content_available": true,
      "mutable_content": true,
      "data": {
        "uid": "UID",
        "message": "Body",
        "mediaUrl": "Icon",
        "media": "Media",
        "launch_id": "LaunchID",
        "hub_link": {"open": "URLOpenEvent", "ack": "URLDelivEvent"}
      },
      "notification": {
        "title": "Title",
        "body": "Body",
        "icon": "Icon",
        "color": "ImageBackgroundColor",
        "click_action": "ClickURL",
        "sound": "Sound"
      }
    }
    """#

  static let fcmV1IOS = #"""
    {
      "message": {
        "token": "SubscriptionID",
        "apns": {
          "headers": {"apns-expiration": "TTL"},
          "payload": {
            "aps": {
              "badge": 3,
              "sound": "Sound",
              "mutable_content": 1,
              "alert": {"title": "Title", "subtitle": "SubTitle", "body": "Body"}
            },
            "click-url": "ClickURL",
            "uid": "UID",
            "launch_id": "LaunchID",
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}",
            "media": "Media",
            "mediaUrl": "Icon"
          },
          "fcm_options": {"image": "Media"}
        }
      }
    }
    """#

  static let apns = #"""
    {
      "aps": {
        "badge": 3,
        "sound": "Sound",
        "mutable_content": 1,
        "alert": {"title": "Title", "subtitle": "SubTitle", "body": "Body"}
      },
      "click-url": "ClickURL",
      "icon": "Icon",
      "media": "Media",
      "hub_link": {"open": "URLOpenEvent", "ack": "URLDelivEvent"}
    }
    """#

  static let appMetricaIOS = #"""
    {
      "push_batch_request": {
        "group_id": 97737,
        "tag": "tag",
        "batch": [
          {
            "messages": {
              "iOS": {
                "silent": true,
                "content": {
                  "title": "Title",
                  "text": "Body",
                  "badge": 3,
                  "expiration": 0,
                  "data": "{\"hub_link\":{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"},\"icon\":\"Icon\",\"media\":\"Media\"}"
                },
                "open_action": {"url": "URL", "deeplink": "Deeplink"}
              }
            },
            "devices": [{"id_values": ["SubscriptionID"], "id_type": "ios_push_token"}]
          }
        ]
      }
    }
    """#

  static let appMetricaAndroid = #"""
    {
      "push_batch_request": {
        "group_id": 97737,
        "tag": "tag",
        "batch": [
          {
            "messages": {
              "android": {
                "silent": true,
                "content": {
                  "title": "Title",
                  "text": "Body",
                  "time_to_live": 0,
                  "image": "Icon",
                  "icon_background": "IconBackground",
                  "banner": "Banner",
                  "led_color": "LEDColor",
                  "data": "{\"hub_link\":{\"ack\":\"URLDelivEvent\",\"open\":\"URLOpenEvent\"}}"
                },
                "open_action": {"url": "URL", "deeplink": "Deeplink"}
              }
            },
            "devices": [{"id_values": ["SubscriptionID"], "id_type": "google_aid"}]
          }
        ]
      }
    }
    """#

  static let hmsAndroid = #"""
    {
      "message": {
        "android": {
          "notification": {
            "badges": {"set_num": 3},
            "body": "Body",
            "click_action": {"intent": "#Intent;compo=com.example/app2;S.W=U;end", "type": 1},
            "color": "#cdc167",
            "icon": "Icon",
            "importance": "NORMAL",
            "light_settings": {
              "color": {"alpha": 1, "blue": 0.70980394, "green": 0.78039217, "red": 0.5686275},
              "light_off_duration": "1.5s",
              "light_on_duration": "1.5s"
            },
            "sound": "Sound",
            "title": "Title"
          },
          "params": {
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}",
            "launch_id": "LaunchID",
            "uid": "UID"
          },
          "ttl": "604800s"
        },
        "token": ["SubscriptionID"]
      }
    }
    """#

  static let hmsIOS = #"""
    {
      "message": {
        "apns": {
          "headers": {"apns-expiration": "3600"},
          "hms_options": {"target_user_type": 1},
          "payload": {
            "apple": "red",
            "aps": {
              "alert": {"title": "Title", "subtitle": "SubTitle", "body": "Body"},
              "badge": 3,
              "mutable_content": 1,
              "sound": "Sound"
            },
            "click-url": "ClickURL",
            "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}",
            "launch_id": "LaunchID",
            "mediaUrl": "Icon",
            "uid": "UID"
          }
        },
        "token": ["SubscriptionID"]
      }
    }
    """#

  static let ruStore = #"""
    {
      "validate_only": false,
      "message": {
        "token": "SubscriptionID",
        "data": {
          "uid": "UID",
          "message": "Body",
          "mediaUrl": "Icon",
          "image": "Image",
          "launch_id": "LaunchID",
          "hub_link": "{\"open\": \"URLOpenEvent\", \"ack\": \"URLDelivEvent\"}"
        },
        "android": {
          "priority": "Priority",
          "notification": {
            "title": "Title",
            "body": "Body",
            "icon": "Icon",
            "color": "ImageBackgroundColor",
            "image": "Image",
            "click_action": "ClickURL",
            "sound": "Sound",
            "channel_id": "ChannelID",
            "light_settings": {
              "color": {"red": 1, "green": 1, "blue": 1, "alpha": 1},
              "light_on_duration": "LEDOnDuration",
              "light_off_duration": "LEDOffDuration"
            },
            "notification_count": 3
          },
          "ttl": 3600
        }
      }
    }
    """#
}
